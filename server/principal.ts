// The authenticated caller of a request, read from the token and from the rows of the session and the user.

export type Principal = {
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  readonly role: "learner" | "admin";
  readonly sessionId: string;
};
