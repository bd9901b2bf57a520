"""How long sources take to come here, and how many bytes: 50 repositories of 200 entries, from loopback."""
