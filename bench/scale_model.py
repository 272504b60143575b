#!/usr/bin/env python3
"""What 10,000 sessions at the same time need of each part, as Markdown tables.

    scale_model.py MEASURED    MEASURED is the line of JSON that the example `fleet` prints

The model: a session is a chain of task waves; each task keeps a worker slot for its model call, and costs a fixed
number of transactions, scheduler calls and bytes. A part saturates when demand exceeds its measured capacity; queues
before a saturated part only grow, so the table shows demand over capacity and not a waiting time."""
import json
import sys

SESSIONS = 10_000
TASKS = 25          # per session
WIDTH = 3           # tasks of one session at the same time
CALL = 8.0          # seconds of a model call
# Per task: offer, take, settle, take over. Per second: a lease of each run every 5 s, one of each task every second.
COMMITS_PER_TASK = 4
RENEWALS_PER_RUN = 1 / 5
RENEWALS_PER_TASK = 1.0
POLLS = 0.5         # status calls per session and second
EVENTS = 8          # per task

# Capacity of one part: PostgreSQL by its group commit, luigid by its own linear search.
DATABASE = 5_000    # commits/s, 8 cores and NVMe; 1,238/s were measured on 2 shared cores with fsync
STATUS = 4_000      # status calls/s of one server process on 4 cores
MODEL = 100         # calls at the same time of one model endpoint


def luigid(pending):
    """Tasks handed out per second: measured 330, 100, 54, 12 with 100, 1,000, 2,000, 5,000 pending tasks."""
    return 1 / (0.0020 + pending * 8.0e-6 + (pending / 5000) ** 2 * 0.035)


def main():
    told = json.loads(sys.argv[1])
    print("\n| sessions on worker processes | |\n|---|---|")
    print(f"| sessions, workers | {told['sessions']}, {told['workers']} with 2 slots each |")
    print(f"| to completion | {told['seconds']:.1f} s, {told['tasks_per_second']:.0f} tasks/s |")
    print(f"| status | p50 {told['status_p50_ms']:.1f} ms, p99 {told['status_p99_ms']:.1f} ms over {told['status_calls']} calls |")

    running = SESSIONS * WIDTH
    rate = running / CALL
    commits = rate * COMMITS_PER_TASK + SESSIONS * RENEWALS_PER_RUN + running * RENEWALS_PER_TASK
    # Ready tasks wait in luigid; with the shipped limit of resources most of them do.
    pending = running
    rows = [
        ("luigid, one", rate, luigid(pending), "one luigid and one coordinator group per 500 sessions"),
        ("model calls at once", running, MODEL, "more endpoints, or accept a queue: [resources] llm"),
        ("database commits", commits, DATABASE, "renew tasks every 5 s, then split sessions over databases"),
        ("status calls", SESSIONS * POLLS, STATUS, "a second server process"),
        ("worker slots", running, 64 * 8, f"{-(-running // 512)} machines with 512 slots; slots only wait for models"),
    ]
    print(f"\n| {SESSIONS:,} sessions, {running:,} tasks running, {rate:,.0f} tasks/s | demand | one has | times over | one adds |")
    print("|---|---|---|---|---|")
    for name, demand, capacity, remedy in sorted(rows, key=lambda row: -row[1] / row[2]):
        print(f"| {name} | {demand:,.0f} | {capacity:,.0f} | {demand / capacity:.1f} | {remedy} |")


main()
