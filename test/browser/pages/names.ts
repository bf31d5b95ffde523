import type {Page} from '@playwright/test'

type Node = {readonly depth: number; readonly role: string; readonly name: string; readonly isInside: string}

/** Roles that a person presses, writes into or jumps to by name. */
const pressed = [
  'button',
  'link',
  'switch',
  'checkbox',
  'radio',
  'textbox',
  'searchbox',
  'combobox',
  'spinbutton',
  'menuitem',
  'tab',
]
/** Roles whose name tells apart what is in them. */
const holders = [
  'group',
  'region',
  'dialog',
  'list',
  'listitem',
  'row',
  'rowgroup',
  'menu',
  'navigation',
  'banner',
  'contentinfo',
  'main',
  'form',
  'search',
  'radiogroup',
]

/** The tree as a screen reader gets it. */
async function treeOf(page: Page): Promise<Node[]> {
  const lines = (await page.locator('body').ariaSnapshot()).split('\n')
  const path: {depth: number; label: string}[] = []
  return lines.flatMap(line => {
    const [, indent = '', role = '', name = ''] = /^(\s*)- '?([a-z]+)(?: "((?:[^"\\]|\\.)*)")?/.exec(line) ?? []
    if (role === '' || role === 'text') return []
    while ((path.at(-1)?.depth ?? -1) >= indent.length) path.pop()
    const isInside = path.map(({label}) => label).join(' / ')
    if (holders.includes(role)) path.push({depth: indent.length, label: `${role} ${name}`})
    return [{depth: indent.length, role, name, isInside}]
  })
}

/** Controls that cannot be told apart by ear, and those without a name, in words. */
export async function faultsOfNames(page: Page): Promise<string[]> {
  const seen = new Set<string>()
  const faults: string[] = []
  for (const {role, name, isInside} of await treeOf(page)) {
    if (!pressed.includes(role)) continue
    const said = `${role} “${name}” in ${isInside}`
    if (name.trim() === '') faults.push(`without a name: ${said}`)
    else if (seen.has(said)) faults.push(`twice: ${said}`)
    seen.add(said)
  }
  return faults
}
