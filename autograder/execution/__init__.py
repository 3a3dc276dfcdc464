"""Running a learner's function on a case, in any process, and coming back with plain data.

Needs the standard library and the lab only: this is the part of the engine that stands beside learner code.
What is right is not known here; `autograder.lessons` knows it, on the judge's side.
"""
