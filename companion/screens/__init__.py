"""The screens: frozen views come in, pictures on a surface and intents go out; no game is decided here.

It offers `navigator.Navigator`, `navigator.draw_screen`, `view.View`, `base.Screen`.
"""
