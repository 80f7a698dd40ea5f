"""Times of schedules: when they are due, and how people say it. Pure."""

from aule.kernel.times.clocks import (
    MOST_MISSED,
    check_times,
    coming_times,
    due_at,
    missed_times,
    moment,
    next_time,
    zone_of,
)
from aule.kernel.times.words import moments, rhythm

__all__ = [
    "MOST_MISSED",
    "check_times",
    "coming_times",
    "due_at",
    "missed_times",
    "moment",
    "moments",
    "next_time",
    "rhythm",
    "zone_of",
]
