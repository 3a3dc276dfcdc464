"""From the lessons' plain source to everything made of it: exercises, given code, right versions, standard runs."""
