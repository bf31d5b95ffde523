import {createRequiredContext} from '../hooks/create-required-context'
import type {PopupActions} from './actions'
import type {PopupState} from './state'

type Popup = {readonly state: PopupState; readonly actions: PopupActions}

export const [PopupProvider, usePopup] = createRequiredContext<Popup>('usePopup')
