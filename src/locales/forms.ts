import en from './en/forms.json'
import {createTexts} from './texts'

export const formTexts = createTexts({en})
