"""Does the sum itself."""


def needs_compaction(messages, window, max_output, buffer=512):
    for name, value in (("window", window), ("max_output", max_output), ("buffer", buffer)):
        if value < 0:
            raise ValueError(f"{name} is {value}, but it must be 0 or more.")
    left = window - max_output - buffer
    if left <= 0:
        raise ValueError(f"window is {window}: max_output {max_output} and buffer {buffer} leave nothing of it.")
    return estimate_messages(messages) > left
