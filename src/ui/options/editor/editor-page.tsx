import {useSignalEffect} from '@preact/signals'
import {useEffect, useMemo} from 'preact/hooks'
import type {RuleType} from '../../../contract/rules'
import {usePage} from '../../parts/library-context'
import {shellWords} from '../../words'
import {Nowhere} from '../nowhere'
import {newRule} from './draft'
import {useDrafts} from './drafts'
import {Editor} from './editor'
import {useTranslation} from './translation'

type EditorPageProps =
  | {readonly id: string; readonly newType?: never; readonly host?: never}
  | {readonly id?: never; readonly newType: RuleType; readonly host: string}

/** The form of a kept rule or of a new one, with the draft that was left here. */
export function EditorPage(props: EditorPageProps) {
  const {library} = usePage()
  if (props.id === undefined) return <OpenEditor draftKey={`new/${props.newType}`} {...props} />
  return library.rowOf(props.id)?.value.rule ? (
    <OpenEditor draftKey={props.id} {...props} />
  ) : (
    <Nowhere title={shellWords.noRule} />
  )
}

function OpenEditor({draftKey, id, newType, host}: EditorPageProps & {readonly draftKey: string}) {
  const {library} = usePage()
  const drafts = useDrafts()
  const row = id === undefined ? undefined : library.rowOf(id)
  const draft = useMemo(
    () => drafts.open(draftKey, () => row?.peek().rule ?? newRule(newType ?? 'Redirect', host ?? ''), id === undefined),
    [drafts, draftKey],
  )
  useEffect(() => () => drafts.leave(draftKey), [drafts, draftKey])
  // What was changed elsewhere is taken over while nothing is being written here.
  useSignalEffect(() => {
    const kept = row?.value.rule
    if (kept && kept !== draft.base.peek() && !draft.isDirty.peek()) draft.load(kept)
  })
  useTranslation(draft)
  return <Editor draft={draft} id={id} row={row} forget={() => drafts.forget(draftKey)} />
}
