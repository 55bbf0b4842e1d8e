import { stemOf, stemTerm } from "./stem.ts";
import { termsOf } from "./tokenize.ts";

/**
 * Other words for a thing in the documentation of software. What stands in one line may be typed for any of the others;
 * what was typed counts more. A line holds words that are told apart by nobody who searches, or by too few.
 */
const LINES = `
auth, authentication, authenticate
login, log in, logging in, sign in, signing in, signin, logon
logout, log out, sign out, signout
signup, sign up, register, registration
delete, remove, erase, discard
create, make, add
edit, change, modify, update
appearance, look, looks, theme, branding, brand
config, configuration, configure, settings, setting, options, preferences
environment variable, environment variables, env, env var, env vars
email, emails, e-mail, e-mails, mail
image, picture, photo, screenshot, figure
callout, callouts, admonition, admonitions, hint, hints, notice
snippet, snippets, reusable content, reusable, partial, partials, include, includes, transclusion
latex, katex, tex, math, maths, formula, formulas, equation, equations
database, db
postgres, postgresql, psql
mongo, mongodb
kubernetes, k8s
javascript, js
typescript, ts
markdown, md
repository, repo, repositories, repos
documentation, docs, manual
directory, folder
parameter, param, argument
certificate, tls, ssl, https
sso, single sign-on, single sign on
2fa, mfa, totp, two-factor, two factor, second factor
passkey, passkeys, webauthn
hide, hidden, conceal
redact, redaction, mask, masking, censor
error, exception, failure
load test, load testing, stress test, benchmark, benchmarks, performance
upgrade, migrate, migration, update
permission, permissions, access, rights, role, roles
member, user, colleague, teammate, person
visitor, reader, viewer, audience
secret, secrets, credential, credentials, password, sensitive
token, tokens, api key, api keys, apikey
docker, container, containers
color, colour, colors, colours
translation, translations, localization, localisation, i18n, l10n, locale, language, languages
changelog, release notes
export, download
upload, attach
quickstart, quick start, getting started, get started, tutorial, first steps
deploy, deployment, hosting, production
monitoring, observability, metrics, prometheus
alert, alerts, alerting, alarm
proxy, nginx, reverse proxy
backup, backups, back up, snapshot
ci, continuous integration, pipeline, github actions
url, address, uri
domain, hostname
redirect, forward
webhook, webhooks, callback
sizing, capacity, hardware, requirements
review, approve, approval
change request, pull request, merge request
comment, comments, discussion
hotkey, keyboard shortcut, shortcuts
install, installation, setup, set up
rate limit, rate limits, throttle, throttling, quota
pagination, paging
timeout, time limit, deadline
cron, schedule, timer
gzip, compress, compression
toc, table of contents, outline
sidebar, navigation, menu
search, find, look up
history, revisions, revert, undo, roll back, rollback
`;

/** Words in a row that one of them may have. */
export const longestSynonym = 3;

/** By what was typed: a single word by its stem, others as they are. */
const known = new Map<string, readonly (readonly string[])[]>();
for (const line of LINES.trim().split("\n")) {
  const members = line.split(", ");
  for (const member of members) {
    const key = keyOf(member);
    const others = members.filter((other) => keyOf(other) !== key).flatMap(waysToFind);
    known.set(key, distinct([...(known.get(key) ?? []), ...others]));
  }
}

/**
 * What else may be written for one word, or for some in a row: each is terms that follow one another. Mostly nothing.
 * @param words folded, with one space between them
 */
export function synonymsOf(words: string): readonly (readonly string[])[] {
  return known.get(keyOf(words)) ?? [];
}

function keyOf(words: string): string {
  return stemOf(words, "en") ?? words;
}

/** A single word is found in all its forms. */
function waysToFind(words: string): string[][] {
  const stem = stemOf(words, "en");
  return stem === undefined ? [termsOf(words).main] : [[stemTerm(stem)], [stem]];
}

function distinct(ways: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(ways.map((way) => [way.join(" "), way])).values()];
}
