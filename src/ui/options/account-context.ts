import {createContext} from 'preact'
import {useContext} from 'preact/hooks'
import type {AccountState} from '../state/account'

const context = createContext<AccountState | null>(null)
export const AccountProvider = context.Provider

/** The team account, or that there is none. */
export function useAccount(): AccountState {
  const account = useContext(context)
  if (!account) throw new Error('useAccount needs an AccountProvider above it')
  return account
}
