// Installs the Node modules of the lockfile and a Chromium, if missing. Plain Node.
import {spawnSync} from 'node:child_process'
import {createHash} from 'node:crypto'
import {existsSync, readFileSync, writeFileSync} from 'node:fs'
import {resolve} from 'node:path'
import {fileURLToPath} from 'node:url'
import {lookForChromium} from './chromium.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const stamp = `${root}node_modules/.in-step-with`
const windows = process.platform === 'win32'

/** Installs what package-lock.json names, unless it is there already. */
export function provideModules() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Node 20.19 or later is needed; this is ${process.versions.node}`)
  }
  const wanted = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return say('Node modules: in step with the lockfile')
  say('Node modules: npm ci')
  // The browser comes from elsewhere; tools are needed even where NODE_ENV says production.
  const env = {...process.env, WXT_TELEMETRY: '0', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1'}
  if (!run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], env)) throw new Error('npm ci failed; see above')
  writeFileSync(stamp, wanted)
}

/** Finds a Chromium, or installs one by apt or else by Playwright. */
export function provideChromium() {
  const found = lookForChromium() ?? installByApt() ?? installByPlaywright()
  if (found === null) {
    throw new Error('No Chromium could be found or installed. Install one, or name it in SWITCHYARD_CHROMIUM.')
  }
  say(`Chromium: ${found}`)
}

function installByApt() {
  const as = asRoot()
  if (!as || !succeeds('apt-get', ['--version'])) return null
  say('Chromium: apt-get install chromium')
  const [command, ...before] = [...as, 'apt-get']
  const env = {...process.env, DEBIAN_FRONTEND: 'noninteractive'}
  const install = ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation']
  run(command, [...before, 'update'], env)
  return run(command, [...before, ...install], env) ? lookForChromium() : null
}

function installByPlaywright() {
  say('Chromium: playwright install chromium')
  const env = {...process.env}
  delete env['PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD']
  const libraries = process.platform === 'linux' && asRoot() ? ['--with-deps'] : []
  const cli = `${root}node_modules/@playwright/test/cli.js`
  return run(process.execPath, [cli, 'install', ...libraries, '--no-shell', 'chromium'], env) ? lookForChromium() : null
}

/**
 * What to write before a command that needs root, or null where we may not.
 * @returns {string[] | null}
 */
function asRoot() {
  if (process.getuid?.() === 0) return []
  return succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n'] : null
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function succeeds(command, args) {
  return spawnSync(command, args, {stdio: 'ignore'}).status === 0
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function run(command, args, env) {
  return spawnSync(command, args, {cwd: root, env, stdio: 'inherit', shell: windows && command === 'npm'}).status === 0
}

/** @param {string} line */
function say(line) {
  console.log(`[setup] ${line}`)
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    provideModules()
    // `setup.mjs modules`: for what needs no browser.
    if (process.argv[2] !== 'modules') provideChromium()
  } catch (error) {
    console.error(`[setup] ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
