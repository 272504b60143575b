#!/usr/bin/env python3
"""What 10,000 sessions at the same time need of each part, as Markdown tables.

    scale_model.py MEASURED    MEASURED is the line of JSON that the example `fleet` prints

The model: a session is a chain of task waves; each task keeps a worker slot for its model call, and costs a fixed
number of transactions, scheduler calls and bytes. A part saturates when demand exceeds its measured capacity; queues
before a saturated part only grow, so the table shows demand over capacity and not a waiting time."""
import json
import sys

SESSIONS = 10_000
WIDTH = 3           # tasks of one session at the same time
CALL = 8.0          # seconds of a model call
# Per second and running task: the lease every 5 s, and progress and log lines as they come, at most one in a second.
RENEWALS_PER_TASK = 0.6
RENEWALS_PER_RUN = 1 / 5
POLLS = 0.5         # status calls per session and second

# Capacity of one part.
DATABASE = 5_000    # commits/s, 8 cores and NVMe; 1,238/s were measured on 2 shared cores with fsync
STATUS = 4_000      # status calls/s of one server process on 4 cores
MODEL = 100         # calls at the same time of one model endpoint
SLOTS = 512         # of one worker machine; they only wait for models


def luigid(pending):
    """Tasks handed out per second: measured 330, 100, 54, 12 with 100, 1,000, 2,000, 5,000 pending tasks."""
    return 1 / (0.0020 + pending * 8.0e-6 + (pending / 5000) ** 2 * 0.035)


def sessions_of_one_luigid(tasks):
    """The most sessions, with so many tasks waiting in each, that one luigid serves as fast as they go."""
    count = 1
    while luigid((count + 1) * tasks) >= (count + 1) * WIDTH / CALL:
        count += 1
    return count


def main():
    told = json.loads(sys.argv[1])
    tasks = told["tasks"] / told["sessions"]
    print("\n| sessions on worker processes | |\n|---|---|")
    print(f"| sessions, workers | {told['sessions']}, {told['workers']} with {told['slots']} slots each |")
    print(f"| to completion | {told['seconds']:.1f} s, {told['tasks_per_second']:.0f} tasks/s |")
    print(f"| status | p50 {told['status_p50_ms']:.1f} ms, p99 {told['status_p99_ms']:.1f} ms, "
          f"at most {told['status_max_ms']:.0f} ms over {told['status_calls']} calls |")
    print(f"| transactions that change something | {told['transactions_per_task']:.1f} for each task |")

    running = SESSIONS * WIDTH
    rate = running / CALL
    commits = (rate * told["transactions_per_task"] + SESSIONS * RENEWALS_PER_RUN
               + running * RENEWALS_PER_TASK)
    # luigid knows every task of a run until it is done: half of them, on average.
    group = sessions_of_one_luigid(tasks / 2)
    rows = [
        ("luigid, tasks/s", rate, luigid(group * tasks / 2),
         f"one luigid with its database for each {group} sessions: {-(-SESSIONS // group)}"),
        ("model calls at once", running, MODEL, "endpoints, or a queue: [resources] llm"),
        ("database commits/s", commits, DATABASE, "a database for each group of sessions"),
        ("status calls/s", SESSIONS * POLLS, STATUS, "a second server process"),
        ("worker slots", running, SLOTS, f"{-(-running // SLOTS)} machines"),
    ]
    print(f"\n| {SESSIONS:,} sessions, {running:,} tasks running, {rate:,.0f} tasks/s | demand | one has "
          "| times over | one adds |")
    print("|---|---|---|---|---|")
    for name, demand, capacity, remedy in sorted(rows, key=lambda row: -row[1] / row[2]):
        print(f"| {name} | {demand:,.0f} | {capacity:,.0f} | {demand / capacity:,.1f} | {remedy} |")


main()
