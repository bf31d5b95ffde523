import en from './en/popup.json'
import {createTexts} from './texts'

export const popupTexts = createTexts({en})
