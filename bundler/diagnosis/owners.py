"""Who owns a failure of each phase, after the table of the troubleshooting page."""

from bundler.diagnosis.model import Phase

OWNERS = {
    Phase.LOAD: "benchmark parameters, access to the data set, its cache, or an optional dependency of the benchmark",
    Phase.PLAN: "the combination of benchmark, harness and environment, or what a recipe was given",
    Phase.ENVIRONMENT: "the provider: credentials, image, snapshot, quota, resources, network start or start-up time",
    Phase.MATERIAL: "the benchmark's workspace layout, its input files, or the task's metadata",
    Phase.HARNESS: "the harness: a dependency, installing its executable, credentials, or network access during set-up",
    Phase.RUN: "the model endpoint, the agent loop, a tool, the network policy of the run, or a time limit",
    Phase.COLLECT: "the expected output path, the download of files, or permissions in the workspace",
    Phase.EVALUATE: "the tests, the verifier (dependency, time limit, network policy), or the judge model",
    Phase.ANALYSIS: "an analyzer, its model, or optional post-processing; the measured result may still be usable",
    Phase.BEFORE: "the command line, the configuration files, or the choice of components",
    Phase.DEADLINE: "the time budget of the whole run",
    Phase.OUTSIDE: "whoever or whatever stopped the process",
    Phase.NONE: "nobody: nothing failed",
}
