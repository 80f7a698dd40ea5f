"""Bringing marks, attendance and rosters in: files of teachers read in limits, planned cell by cell, shown, written."""
