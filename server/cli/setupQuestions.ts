/** What `lectern init` asks. Answers are read as the start reads them, and looked at before the next question. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { readSettings, type Settings, settingsTable } from "../env.ts";
import { databasePlace } from "../open.ts";
import { openSnapshot } from "../db/snapshot.ts";
import { freePorts } from "../ports/free-port.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";
import { mailServerFindings } from "./mail.ts";
import { settingsFindings } from "./settingsFindings.ts";
import { type GivenSettings, isBelowTemporary } from "./setupFiles.ts";

export interface Question {
  /** The option that answers it. */
  readonly option: string;
  readonly value: string;
  readonly text: string;
  /** Whether the usual answer stands where no option gives another: nobody is asked. */
  readonly isSettled?: boolean;
  /** Whether it is a question at all. */
  readonly isAsked?: (given: GivenSettings) => boolean;
  readonly usual: (given: GivenSettings) => string;
  /** The settings that an answer gives. @throws StartRefused with one line for an answer that can't be */
  readonly read: (answer: string, given: GivenSettings) => GivenSettings;
  /** What is found of the answer at once. */
  readonly look: (settings: Settings) => readonly Finding[] | Promise<readonly Finding[]>;
}

const FIRST_PORT = 4000;
const LAST_PORT = 65_535;

const { dataDir, port, publicUrl, sitesUrl, smtpUrl, mailFrom, databaseUrl, adminEmail } = settingsTable;

/** The five, and where mail comes from when there is a server for it; the data folder and the port are as usual. */
export const setupQuestions: readonly Question[] = [
  {
    option: "data-dir",
    value: "folder",
    text: "Data folder",
    isSettled: true,
    usual: () => "/var/lib/lectern/data",
    read: (answer) => {
      const folder = dataDir.read(answer);
      const found = statSync(folder, { throwIfNoEntry: false });
      if (found?.isDirectory() === false)
        throw new StartRefused(`${dataDir.name} must be a folder; ${folder} is none.`);
      return { [dataDir.name]: folder };
    },
    look: ({ dataDir: folder }) => [
      isBelowTemporary(folder)
        ? warning(
            "Data folder",
            `${folder} is where the system keeps temporary files: they may be gone after a restart`,
          )
        : ok("Data folder", folderSentence(folder)),
    ],
  },
  {
    option: "port",
    value: "number",
    text: "Port that Lectern listens on; the published sites take the next one",
    isSettled: true,
    usual: () => String(FIRST_PORT),
    read: (answer) => {
      const chosen = port.read(answer);
      if (chosen === 0 || chosen === LAST_PORT)
        throw new StartRefused(`${port.name} must be from 1 to ${LAST_PORT - 1}, for your proxy to name.`);
      return chosen === FIRST_PORT ? {} : { [port.name]: String(chosen) };
    },
    look: freeFindings,
  },
  {
    option: "public-url",
    value: "address",
    text: "Public address of the app, at your proxy",
    usual: () => "https://lectern.localhost",
    read: (answer, given) => ({
      [publicUrl.name]: atProxy(publicUrl.read(answer) ?? "", publicUrl.name, given),
    }),
    look: (settings) => findingsOf(settings, publicUrl.name, `people sign in at ${settings.publicUrl}`),
  },
  {
    option: "sites-url",
    value: "address",
    text: "Public address of the published sites, at your proxy",
    usual: (given) => {
      const { protocol, hostname } = new URL(given[publicUrl.name] ?? "");
      return `${protocol}//docs.${hostname.replace(/^lectern\./, "")}`;
    },
    read: (answer, given) => {
      const { hostname } = new URL(given[publicUrl.name] ?? "");
      const address = atProxy(sitesUrl.read(answer) ?? "", sitesUrl.name, given);
      if (new URL(address).hostname === hostname) {
        throw new StartRefused(
          `${sitesUrl.name} must have another host than ${hostname}, so that no page reaches an editor's credentials.`,
        );
      }
      return { [sitesUrl.name]: address };
    },
    look: (settings) => findingsOf(settings, sitesUrl.name, `readers find the sites at ${settings.sitesUrl}`),
  },
  {
    option: "smtp-url",
    value: "address",
    text: "Mail server, such as smtp://user:password@host:587, or none",
    usual: () => "none",
    read: (answer) => (answer === "none" ? {} : { [smtpUrl.name]: smtpUrl.read(answer) ?? "" }),
    look: (settings) =>
      settings.smtpUrl === undefined
        ? settingsFindingsOf(settings, smtpUrl.name)
        : mailServerFindings(settings),
  },
  {
    option: "mail-from",
    value: "address",
    text: "Address that mail comes from",
    isAsked: (given) => smtpUrl.name in given,
    usual: (given) => `docs@${new URL(given[publicUrl.name] ?? "").hostname.replace(/^lectern\./, "")}`,
    read: (answer) => ({ [mailFrom.name]: mailFrom.read(answer) ?? "" }),
    look: (settings) => [ok(mailFrom.name, `e-mail is sent from ${settings.mailFrom}`)],
  },
  {
    option: "database-url",
    value: "address",
    text: "Database: sqlite, or postgres://user:password@host/database",
    usual: () => "sqlite",
    read: (answer) => (answer === "sqlite" ? {} : { [databaseUrl.name]: databaseUrl.read(answer) ?? "" }),
    look: chosenDatabase,
  },
  {
    option: "admin-email",
    value: "address",
    text: "E-mail address of the first administrator",
    // Not the sender of e-mail: what is sent there may be read by nobody, or by many.
    usual: () => "admin@localhost",
    read: (answer) => ({ [adminEmail.name]: adminEmail.read(answer) ?? "" }),
    look: (settings) => [ok("Administrator", `${settings.adminEmail} is made by the first start`)],
  },
];

function folderSentence(folder: string): string {
  if (existsSync(join(folder, "lectern.db"))) return `${folder} has an installation already, which goes on`;
  return existsSync(folder) ? `${folder} is there` : `${folder} is made by the commands below`;
}

async function freeFindings({ host, port: app }: Settings): Promise<Finding[]> {
  try {
    await freePorts(
      host,
      [app, app + 1].map((one) => ({ port: one, setting: port.name })),
    );
    return [ok(port.name, `Lectern listens on ${app} and ${app + 1}, behind your proxy`)];
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    // What holds it may be what this installation takes the place of.
    return [
      problem(port.name, `${error.message.replace(/; set .*$/, "")}. The option --port names another one.`),
    ];
  }
}

/** An address that the sample of a proxy can have. */
function atProxy(address: string, name: string, given: GivenSettings): string {
  const { pathname, search, port: asked } = new URL(address);
  const app = port.read(given[port.name]);
  if (pathname !== "/" || search !== "")
    throw new StartRefused(`${name} must be a host of its own, without a path.`);
  if (asked === String(app) || asked === String(app + 1)) {
    throw new StartRefused(
      `${name} must be what your proxy listens on, such as https://lectern.example.com: Lectern itself listens on ${asked}.`,
    );
  }
  return address;
}

const settingsFindingsOf = (settings: Settings, name: string): Finding[] =>
  settingsFindings(settings).filter(({ about }) => about === name);

/** What doctor would say of a setting, else that all is well. */
function findingsOf(settings: Settings, name: string, well: string): Finding[] {
  const found = settingsFindingsOf(settings, name);
  return found.length > 0 ? found : [ok(name, well)];
}

async function chosenDatabase(settings: Settings): Promise<Finding[]> {
  if (settings.databaseUrl === undefined)
    return [ok("Database", "SQLite in the data folder, made by the first start")];
  try {
    await (await openSnapshot(databasePlace(settings))).close();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [
      problem(
        "Database",
        `It can't be opened now: ${why}. Before the first start, see that PostgreSQL runs there and that the database and its user exist.`,
      ),
    ];
  }
  return [ok("Database", "the login at PostgreSQL succeeded")];
}

/** The settings of answers so far; a mail server may still lack its sender. */
export function settingsSoFar(given: GivenSettings): Settings {
  const isUnfinished = smtpUrl.name in given && !(mailFrom.name in given);
  return readSettings(isUnfinished ? { ...given, [mailFrom.name]: "docs@localhost" } : given);
}
