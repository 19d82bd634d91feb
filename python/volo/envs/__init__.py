"""Volo as an environment of libraries for reinforcement learning. Each module needs the extra of its name.

:mod:`volo.envs.gymnasium` registers the environment ``Volo-v0`` with Gymnasium and has a vector environment.
:mod:`volo.envs.openspiel` registers the game ``python_volo`` with OpenSpiel. :mod:`volo.envs.pettingzoo` is an
environment of PettingZoo. :mod:`volo.envs.stable_baselines3` is a vector environment of Stable-Baselines3. The modules
contain no rules: their actions are those of :class:`volo.ActionSpace`, and their states are :class:`volo.Decision`
objects.
"""
