"""A learner's own copy of the course: handed out, kept up to date, never overwritten, opened in JupyterLab."""
