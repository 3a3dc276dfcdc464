"""Findings made readable: a report as plain data, as text, as HTML and as JSON.

Everything here is a pure function of a verdict or of a report; nothing is remembered, and nothing is run.
"""
