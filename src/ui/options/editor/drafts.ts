import {createContext} from 'preact'
import {useContext} from 'preact/hooks'
import type {Rule} from '../../../contract/rule'
import {createDraft, type Draft} from './draft'

/** What was being written when a form was left. In memory: drafts that outlive the page come with the next issue. */
export function createDrafts() {
  const kept = new Map<string, Draft>()
  return {
    open(key: string, rule: () => Rule, isNew: boolean): Draft {
      const draft = kept.get(key) ?? createDraft(rule(), isNew)
      kept.set(key, draft)
      return draft
    },
    leave(key: string) {
      if (!kept.get(key)?.isDirty.peek()) kept.delete(key)
    },
    forget: (key: string) => kept.delete(key),
  }
}

const context = createContext<ReturnType<typeof createDrafts> | null>(null)
export const DraftsProvider = context.Provider

export function useDrafts() {
  const drafts = useContext(context)
  if (!drafts) throw new Error('useDrafts needs a DraftsProvider above it')
  return drafts
}
