"""What remains of a night of cards: kept transcripts, replays, statistics, debts, pages.

| module | what it does |
| --- | --- |
| `recorded`, `sight` | from a transcript to hands, frames, and the faces that somebody knows at each of them |
| `scenes`, `cursor`, `viewer` | frames in words; stepping through them; the keys |
| `summary`, `notes`, `keeping`, `shelf` | how tables went; what a player alone saw; keeping both; finding them again |
| `listing`, `chart`, `statistics`, `money` | the list of tables, charts, numbers, who owes whom |
| `exported` | JSON and CSV |
| `page/`, `felt/` | the web page, and how each game's cards lie on its table |
"""
