"""The system prompt in layers."""

LESSONS = ("build_system_prompt", "pick_project_rules", "runtime_layer", "SessionPrompt", "shared_prefix")
