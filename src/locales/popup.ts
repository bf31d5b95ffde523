import en from './en/popup.json' with {type: 'json'}
import {createTexts} from './texts'

export const popupTexts = createTexts({en})
