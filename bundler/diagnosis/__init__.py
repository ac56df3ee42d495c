"""From the facts of a run to a diagnosis: first failing phase, cause, next step, advice, fingerprint; all pure."""

from bundler.diagnosis.diagnose import diagnose
from bundler.diagnosis.model import Diagnosis

__all__ = ["Diagnosis", "diagnose"]
