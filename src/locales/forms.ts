import en from './en/forms.json' with {type: 'json'}
import {createTexts} from './texts'

export const formTexts = createTexts({en})
