import en from './en/account.json' with {type: 'json'}
import {createTexts} from './texts'

export const accountTexts = createTexts({en})
