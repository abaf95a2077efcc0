// developer.apple.com/documentation/coregraphics/cglinecap, …/cglinejoin

public enum CGLineCap: Int32, Sendable { case butt = 0, round, square }
public enum CGLineJoin: Int32, Sendable { case miter = 0, round, bevel }
