// `npm test`: installs, runs every step or the named ones, and ends with `N passed, N failed`.
import {spawn} from 'node:child_process'
import {mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {provideChromium, provideModules} from './setup.mjs'

/**
 * @typedef {{passed: number, failed: number, skipped: number}} Count
 * @typedef {{command: string[], count?: (report: any) => Count, needs?: string, alone?: false, limit?: (milliseconds: number) => string}} Step
 */

const root = fileURLToPath(new URL('../../', import.meta.url))
const reports = mkdtempSync(join(tmpdir(), 'switchyard-test-'))
/**
 * A hanging run must still end with its summary. Slow machines take three times as long as usual.
 */
const deadline = Date.now() + 70 * 60_000
/** What a runner that stops by itself needs to tell of what it has, in milliseconds. */
const lastWords = 45_000

/** @type {Record<string, Step>} */
const steps = {
  // Each of these takes one core, and writes nothing that another one reads.
  format: {command: ['prettier', '--check', '--log-level', 'warn', '.'], alone: false},
  lint: {command: ['oxlint', '--deny-warnings', '--type-aware'], alone: false},
  types: {command: ['tsc'], alone: false},
  'dead-code': {command: ['knip'], alone: false},
  architecture: {command: [...vitest('architecture'), 'test/unit/architecture.test.ts'], count: countVitest},
  unit: {command: vitest('unit'), count: countVitest},
  build: {command: ['wxt', 'build']},
  size: {command: ['tsx', 'test/bench/size.ts'], needs: 'build'},
  browser: {
    command: ['playwright', 'test', '--reporter=list,json'],
    count: countPlaywright,
    needs: 'build',
    limit: milliseconds => `--global-timeout=${milliseconds}`,
  },
}
const named = process.argv.slice(2)
const chosen = pick(named)

/** @type {{name: string, count: Count, seconds: number, note: string}[]} */
const results = []
try {
  provideModules()
  if (chosen.includes('browser')) provideChromium()
  const beside = chosen.filter(name => steps[name]?.alone === false)
  results.push(...(await Promise.all(beside.map(take))))
  for (const name of chosen) if (!beside.includes(name)) results.push(await take(name))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  results.push({name: 'setup', count: {passed: 0, failed: 1, skipped: 0}, seconds: 0, note: 'failed'})
}
rmSync(reports, {recursive: true, force: true})
summarise()

/** @param {string[]} names */
function pick(names) {
  if (names.length === 0) return Object.keys(steps).filter(name => name !== 'architecture') // `unit` holds it.
  /** @type {Record<string, string[]>} */
  const sets = {
    check: ['format', 'lint', 'types', 'dead-code', 'architecture'],
    quick: ['format', 'lint', 'types', 'unit'], // `unit` includes the architecture test.
  }
  const wanted = names.flatMap(name => sets[name] ?? [name])
  const unknown = wanted.find(name => !(name in steps))
  if (unknown === undefined) return wanted
  console.error(`No step is called ${unknown}. There are: check, quick, ${Object.keys(steps).join(', ')}`)
  process.exit(2)
}

/** @param {string} name */
async function take(name) {
  const step = steps[name] ?? {command: []}
  const title = `\n── ${name}`
  if (step.alone !== false) console.log(title)
  const needed = results.find(result => result.name === step.needs)
  if (needed && needed.count.failed > 0) {
    console.log(`not run, since ${needed.name} failed`)
    return {name, count: {passed: 0, failed: 1, skipped: 0}, seconds: 0, note: 'not run'}
  }
  const started = Date.now()
  const {code, said} = await run(name, step)
  if (step.alone === false) console.log(`${title}\n${said}`.trimEnd())
  const {count, note} = judge(name, step, code)
  return {name, count, seconds: (Date.now() - started) / 1000, note}
}

/**
 * @param {string} name
 * @param {Step} step
 * @param {number} code
 * @returns {{count: Count, note: string}}
 */
function judge(name, step, code) {
  if (!step.count) return {count: {passed: Number(code === 0), failed: Number(code !== 0), skipped: 0}, note: ''}
  const count = step.count(readReport(name))
  // A runner that fails without a failed test, or that ran none, counts as failed.
  if (count.failed === 0 && code !== 0) return {count: {...count, failed: 1}, note: `exit code ${code}`}
  if (count.failed === 0 && count.passed === 0) return {count: {...count, failed: 1}, note: 'no test was run'}
  return {count, note: count.skipped > 0 ? `${count.skipped} skipped` : ''}
}

/**
 * `said` is empty for a step that runs alone, because it prints its output itself.
 * @param {string} name
 * @param {Step} step
 * @returns {Promise<{code: number, said: string}>} `said` is empty for a step that runs alone: it speaks for itself.
 */
function run(name, {command: [tool = '', ...given], limit, alone}) {
  const env = {
    ...process.env,
    WXT_TELEMETRY: '0',
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(name),
    PLAYWRIGHT_FORCE_TTY: '0',
  }
  const left = Math.max(1, deadline - Date.now())
  // One that is ended from outside leaves no report.
  const args = limit ? [...given, limit(Math.max(1, left - lastWords))] : given
  return new Promise(done => {
    const bin = join(root, 'node_modules', '.bin', tool)
    const child = spawn(bin, args, {
      cwd: root,
      env,
      stdio: alone === false ? 'pipe' : 'inherit',
      timeout: left,
      shell: process.platform === 'win32',
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (said += text))
    child.once('error', error => {
      console.error(error.message)
      done({code: 127, said})
    })
    child.once('close', code => done({code: code ?? 124, said}))
  })
}

/** @param {string} name */
function vitest(name) {
  return ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`]
}

/** @param {string} name */
function reportOf(name) {
  return join(reports, `${name}.json`)
}

/** @param {string} name */
function readReport(name) {
  try {
    return JSON.parse(readFileSync(reportOf(name), 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * @param {any} report
 * @returns {Count}
 */
function countVitest(report) {
  if (!report) return {passed: 0, failed: 0, skipped: 0}
  // A file that cannot be loaded has no tests, and none of them fails.
  const broken = report.testResults.filter(
    (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/**
 * @param {any} report
 * @returns {Count}
 */
function countPlaywright(report) {
  if (!report) return {passed: 0, failed: 0, skipped: 0}
  const {expected, unexpected, flaky, skipped} = report.stats
  return {passed: expected, failed: unexpected + flaky + report.errors.length, skipped}
}

function summarise() {
  const total = {passed: 0, failed: 0}
  console.log('\n── summary')
  for (const {name, count, seconds, note} of results) {
    total.passed += count.passed
    total.failed += count.failed
    const line = [name.padEnd(12), `${seconds.toFixed(1)} s`.padStart(8), `${count.passed} passed`.padStart(12)]
    console.log([...line, `${count.failed} failed`.padStart(10), ' ', note].join(' ').trimEnd())
  }
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
  console.log(`${total.passed} passed, ${total.failed} failed`)
}
