"""Views: matches, proposals and what else the app knows come in, frozen values to draw go out."""
