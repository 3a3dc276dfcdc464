"""Remembers the prompt in the class, for all objects together."""


class SessionPrompt:
    prompt = None

    def __init__(self, build):
        self.build = build

    def text(self):
        if SessionPrompt.prompt is None:
            SessionPrompt.prompt = self.build()
        return SessionPrompt.prompt

    def compacted(self):
        SessionPrompt.prompt = None
