"""What right means: lessons, their rules, the cases they are tried on, and the judge.

Nothing here runs in the process that runs a graded submission.
"""
