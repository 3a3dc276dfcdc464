"""The right versions, generated from `solutions/` by `autograder build`; never edited, and the only oracle."""
