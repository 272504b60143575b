"""What Luigi's local scheduler costs per task that only touches a file; one line of JSON. Arguments: TASKS WORKERS."""
import json
import logging
import os
import pathlib
import shutil
import sys
import tempfile
import time

import luigi

FOLDER = pathlib.Path(tempfile.mkdtemp())


class Touch(luigi.Task):
    number = luigi.IntParameter()

    def output(self):
        return luigi.LocalTarget(str(FOLDER / f"{self.number}.txt"))

    def run(self):
        with self.output().open("w") as file:
            file.write(str(self.number))


class All(luigi.WrapperTask):
    count = luigi.IntParameter()

    def requires(self):
        return [Touch(number=number) for number in range(self.count)]


def cpu():
    return sum(os.times()[:4])


def main():
    count, workers = int(sys.argv[1]), int(sys.argv[2])
    logging.disable(logging.CRITICAL)
    begun, clock = cpu(), time.monotonic()
    ok = luigi.build([All(count=count)], local_scheduler=True, workers=workers, log_level="CRITICAL")
    used, wall = cpu() - begun, time.monotonic() - clock
    assert ok and len(list(FOLDER.iterdir())) == count
    if "MEASURE_KEEP" not in os.environ:
        shutil.rmtree(FOLDER)
    print(json.dumps({"cpu_ms_per_task": used * 1000 / count, "wall_ms_per_task": wall * 1000 / count}))


main()
