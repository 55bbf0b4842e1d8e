/** The probe in a process. */
import "./probe.worker.ts";
