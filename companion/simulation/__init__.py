"""The laboratory of the app: simulated players and hands, the mouse table, sample screens, measurements.

It offers `dealer.make_dealer`, `dealer.play_out`, `demo.play.Demo`, `laptop.tabletop.Tabletop`,
`samples.all_samples`.
"""
