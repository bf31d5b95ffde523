import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {expect, it} from 'vitest'
import {layers} from '../architecture/table'

const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...readdirSync('docs').map(name => `docs/${name}`)]
  .filter(path => path.endsWith('.md'))
  .map(path => ({path, text: readFileSync(path, 'utf8')}))
const textOf = (path: string) => documents.find(each => each.path === path)?.text ?? ''

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const anchorsIn = (text: string) => [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))

function isBroken(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? from : join(dirname(from), path)
  return !existsSync(target) || (anchor !== undefined && !anchorsIn(textOf(target)).includes(anchor))
}

it('all relative links in documents resolve', () => {
  const broken = documents.flatMap(({path, text}) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter(link => !link.startsWith('https:') && isBroken(path, link))
      .map(link => `${path}: ${link}`),
  )
  expect(documents.length).toBeGreaterThan(10)
  expect(broken).toEqual([])
})

it('all files that the architecture names exist', () => {
  const named = [...textOf('docs/architecture.md').matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(path => !existsSync(path) && !existsSync(join('src', path)))).toEqual([])
})

it('the import table of the architecture is the one that is enforced', () => {
  const rows = [...textOf('docs/architecture.md').matchAll(/^\| `([\w-]+)` .*\|([^|]+)\|$/gm)]
  const documented = Object.fromEntries(rows.map(([, folder = '', imports = '']) => [folder, imports.trim()]))
  const enforced = Object.entries(layers).map(([folder, {may, types = []}]) => {
    const parts = [may.join(', '), ...(types.length > 0 ? [`${types.join(', ')} (types)`] : [])]
    return [folder, parts.filter(part => part !== '').join('; ') || '–']
  })
  expect(documented).toEqual(Object.fromEntries(enforced))
})

it('each permission of the manifest is explained', () => {
  const [, list = ''] = /^ {4}permissions: \[(.*?)^ {4}\]/ms.exec(readFileSync('wxt.config.ts', 'utf8')) ?? []
  const permissions = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => `| \`${name}\` `)
  expect(permissions.length).toBeGreaterThan(5)
  const explained = textOf('docs/privacy-and-permissions.md')
  expect(permissions.filter(row => !explained.includes(row))).toEqual([])
})

it('the README stays an introduction of at most 150 lines', () => {
  expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(150)
})
