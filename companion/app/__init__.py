"""The app: the only rooms that join eye, rules, record, panel and screens.

It offers `app.App`, `loop.MainLoop`, `game_controller.GameController`, `eye_thread.EyeThread`,
`window.Window`.
"""
