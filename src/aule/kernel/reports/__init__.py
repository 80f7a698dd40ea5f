"""Reports: what a run did, in sentences that each refer to their evidence."""
