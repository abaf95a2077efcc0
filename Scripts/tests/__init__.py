"""Each check is handed a broken tree and must turn red; Scripts/setup meets machines that lack something."""
