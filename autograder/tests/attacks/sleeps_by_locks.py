"""Waits for a lock that nobody gives back."""

import signal
import threading


def trim_history(messages, max_messages=10, head=2):
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
