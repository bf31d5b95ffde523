import {importTexts} from '../../../locales/import'
import type {Fault} from '../../../model/faults'

const noteText = ({code, reason}: Fault): string =>
  code === 'switched-off' ? importTexts('switchedOff', {note: reason}) : reason

const withPath = (path: string, note: string): string => (path === '' ? note : importTexts('note', {path, note}))

export const noteWithPath = (fault: Fault): string => withPath(fault.path, noteText(fault))

export function firstNote(fault: Fault, path: string, more: number): string {
  const note = withPath(path, noteText(fault))
  return more > 0 ? importTexts('andMore', {note, count: more}) : note
}
