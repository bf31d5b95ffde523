import {mkdir, readFile, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import type {Page, TestInfo} from '@playwright/test'
import {compare} from './compare'
import {drawInBlocks, pictureOf, themes, type ColorTheme} from './pictures'
import {smallPng} from './small-png'
import {settled, type Workshop} from './workshop'

const folder = fileURLToPath(new URL('kept/', import.meta.url))
const renew = 'npx playwright test pages/states --update-snapshots'
const toLookAt = process.env['SWITCHYARD_PICTURES']

/** One state of each screen and form. Other states differ by a text or a part. */
const withKeptPicture: ReadonlySet<string> = new Set([
  'account-conflicts',
  'account-plain',
  'account-synced',
  'activity',
  'activity-why',
  'automation',
  'editor-code',
  'editor-conditions',
  'editor-errors',
  'editor-filter',
  'editor-saved-Cancel',
  'editor-saved-Delay',
  'editor-saved-Headers',
  'editor-saved-QueryParam',
  'editor-saved-Redirect',
  'editor-saved-Replace',
  'editor-saved-Request',
  'editor-saved-Response',
  'editor-saved-UserAgent',
  'editor-tester',
  'groups',
  'import-export',
  'import-preview',
  'keys',
  'new-rule',
  'panel',
  'popup-all-types',
  'popup-applied',
  'popup-first-run',
  'popup-team-synced',
  'rules-empty',
  'rules-pictured',
  'rules-problems',
  'rules-selected',
  'rules-team',
  'rules-unanswered',
  'settings',
  'trash',
])

export const hasKeptPicture = (name: string): boolean => withKeptPicture.has(name)

export const keptPicture = (name: string, theme: ColorTheme) => join(folder, `${name}-${theme}.png`)

/** Writes pictures with real text to the folder in SWITCHYARD_PICTURES, if that is set. */
export async function writePicturesToLookAt(workshop: Workshop, page: Page, name: string): Promise<void> {
  if (toLookAt === undefined) return
  await mkdir(toLookAt, {recursive: true})
  for (const theme of themes)
    await writeFile(
      join(toLookAt, `${name}-${theme}.png`),
      await smallPng(workshop.quiet, await pictureOf(page, theme)),
    )
}

async function compareWithKept(workshop: Workshop, page: Page, name: string, info: TestInfo): Promise<string[]> {
  const wrong: string[] = []
  for (const theme of themes) {
    const taken = await pictureOf(page, theme)
    const path = keptPicture(name, theme)
    const kept = await readFile(path).catch(() => null)
    if (info.config.updateSnapshots === 'all' || info.config.updateSnapshots === 'changed') {
      // One that looks the same stays as it is, and with it the history.
      if (kept !== null && (await compare(workshop.quiet, kept, taken)).cells === 0) continue
      await mkdir(folder, {recursive: true})
      await writeFile(path, await smallPng(workshop.quiet, taken))
    } else if (kept === null) wrong.push(`There is no picture ${path}. Make it with: ${renew}`)
    else {
      const {cells, picture} = await compare(workshop.quiet, kept, taken)
      if (cells === 0) continue
      await writeFile(info.outputPath(`${theme}-taken.png`), taken)
      const difference = info.outputPath(`${theme}-difference.png`)
      await writeFile(difference, Buffer.from(picture, 'base64'))
      wrong.push(`${theme}: ${cells} places look different, see ${difference}. If that is right: ${renew}`)
    }
  }
  return wrong
}

/** Where the page looks otherwise than when its picture was kept, in both themes. */
export async function faultsOfLooks(workshop: Workshop, page: Page, name: string, info: TestInfo): Promise<string[]> {
  const goBack = await drawInBlocks(page)
  await settled(page)
  const faults = await compareWithKept(workshop, page, name, info)
  await goBack()
  return faults
}
