import {createContext} from 'preact'
import {useContext} from 'preact/hooks'
import type {PopupActions} from './actions'
import type {PopupState} from './state'

type Popup = {readonly state: PopupState; readonly actions: PopupActions}

const context = createContext<Popup | null>(null)
export const PopupProvider = context.Provider

export function usePopup(): Popup {
  const popup = useContext(context)
  if (!popup) throw new Error('usePopup needs a PopupProvider above it')
  return popup
}
