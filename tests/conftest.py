"""What holds for every test: chance is the same in every run, and a busy machine is no failure."""

from hypothesis import settings

settings.register_profile("house", derandomize=True, deadline=None)
settings.load_profile("house")
