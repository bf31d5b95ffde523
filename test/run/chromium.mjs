// Finds a Chromium that loads unpacked extensions. Plain Node: it runs before anything is
// installed. Google Chrome ignores `--load-extension` since version 137; Chrome for Testing does
// not.
import {spawnSync} from 'node:child_process'
import {existsSync} from 'node:fs'
import {createRequire} from 'node:module'
import {delimiter, join} from 'node:path'

/** `minimum_chrome_version` of the manifest. */
const oldest = 128

/**
 * The path of a Chromium that works here, or null.
 * @returns {string | null}
 */
export function lookForChromium() {
  const named = process.env['SWITCHYARD_CHROMIUM']
  if (named) {
    if (isUsable(named)) return named
    throw new Error(`SWITCHYARD_CHROMIUM is ${named}, which is no Chromium ${oldest} or later`)
  }
  return onPath('chromium') ?? onPath('chromium-browser') ?? playwrights()
}

/** @type {string | undefined} */
let known

/**
 * As `lookForChromium`, but throws if there is none. Looks once: asking for a version takes 0.1 s.
 * @returns {string}
 */
export function findChromium() {
  known ??= lookForChromium() ?? undefined
  if (known === undefined) throw new Error('No Chromium found. `node test/run/setup.mjs` installs one.')
  return known
}

/** @param {string} name */
function onPath(name) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return folders.map(folder => join(folder, name)).find(path => existsSync(path) && isUsable(path)) ?? null
}

/**
 * Each one is started once: on Ubuntu `chromium-browser` may be a script that only asks for a snap.
 * @param {string} path
 */
function isUsable(path) {
  const asked = spawnSync(path, ['--version'], {encoding: 'utf8', timeout: 30_000})
  const version = /^(?:Chromium|Google Chrome for Testing) (\d+)\./m.exec(asked.stdout ?? '')
  return asked.status === 0 && Number(version?.[1]) >= oldest
}

/** The one that `playwright install chromium` has put on this computer. */
function playwrights() {
  try {
    const {chromium} = createRequire(import.meta.url)('@playwright/test')
    const path = chromium.executablePath()
    return existsSync(path) && isUsable(path) ? path : null
  } catch {
    return null // Playwright is not installed yet, or knows no Chromium for this system.
  }
}
