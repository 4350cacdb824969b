/** The background of a user without a photo, 0 to 6: the sum of the username's UTF-16 codes, modulo 7. */
export function avatarColor(username: string): number {
  let sum = 0;
  for (let i = 0; i < username.length; i++) sum += username.charCodeAt(i);
  return sum % 7;
}

/** The first letter in upper case; 'U' without a name. */
export function avatarLetter(username: string): string {
  const [first] = username.trim();
  return first === undefined ? "U" : first.toUpperCase();
}
